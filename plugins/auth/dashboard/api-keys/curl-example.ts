/** A request with a key, to paste into a terminal. Origin and key hold nothing that a shell would read differently. */
export const curlExample = (origin: string, key: string): string =>
  `curl -H 'X-API-Key: ${key}' \\\n  ${origin}/api/auth/me`
