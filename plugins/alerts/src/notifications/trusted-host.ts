/** The host of an address that the configuration file names. */
export const trustedHostOf = (baseUrl: string): string => new URL(baseUrl).host
