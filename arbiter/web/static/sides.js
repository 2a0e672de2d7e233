/** The two sides, White and Black. */

/** @import { Both, Side } from "./shapes.js" */

/** @type {Side[]} */
export const SIDES = ["white", "black"];

/** @type {Both<Side>} */
export const OTHER = { white: "black", black: "white" };
