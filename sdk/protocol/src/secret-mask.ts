/** Placeholder the API returns for a stored secret. Sending it back keeps that secret. */
export const secretMask = '••••••••'
