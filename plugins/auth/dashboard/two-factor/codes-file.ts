/** Content of the downloaded file. It says what the codes are for, because it may be found years later. */
export function codesFile(parts: { heading: string; account: string; hint: string; codes: readonly string[] }): string {
  const { heading, account, hint, codes } = parts
  return `${[heading, account, '', hint, '', ...codes].join('\n')}\n`
}

/** The host may be an IPv6 address, and some file systems do not allow colons. */
export const codesFileName = (host: string): string =>
  `recovery-codes-${host.replace(/[^a-z0-9.-]+/gi, '-').replace(/^-|-$/g, '')}.txt`
