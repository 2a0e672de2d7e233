/** The wall screen: boards live; the next round appears by itself. */

import { livePage } from "./page.js";

const WHOLE = new Set(["RoundPaired", "RoundUndone", "PlayerEntered", "PlayerWithdrew"]);

livePage({ again: (line) => WHOLE.has(line.kind), spread: 1000 });
