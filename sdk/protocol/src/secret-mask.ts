/** What the API shows instead of a secret that is stored. Sent back, it means that secret. */
export const secretMask = '••••••••'
