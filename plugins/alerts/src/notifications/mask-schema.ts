/*
 * Pages read this file as well, so it imports nothing.
 */

/** What stands for a secret that is stored. */
export const secretMask = '••••••••'
