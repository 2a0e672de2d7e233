/** js-sha256 1.0.0 (npm, MIT), as it is published: build/sha256.min.mjs. Of what it offers, this is used. */
export function sha256(text: string): string;
