/** The wall screen: boards live; the next round appears by itself. */

import { livePage, PAIRING } from "./page.js";

const WHOLE = new Set([...PAIRING, "PlayerEntered", "PlayerWithdrew"]);

livePage({ again: (line) => WHOLE.has(line.kind), spread: 1000 });
