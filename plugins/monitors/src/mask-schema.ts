/*
 * Pages read this file as well, so it imports nothing.
 */

/** What stands for the value of a header that is stored. */
export const secretMask = '••••••••'
