/** The text that is kept of a set of recovery codes; it says what it is for, as it may be found years later. */
export function codesFile(parts: { heading: string; account: string; hint: string; codes: readonly string[] }): string {
  const { heading, account, hint, codes } = parts
  return `${[heading, account, '', hint, '', ...codes].join('\n')}\n`
}

/** Host names may be addresses of version 6, whose colons not every file system takes. */
export const codesFileName = (host: string): string =>
  `recovery-codes-${host.replace(/[^a-z0-9.-]+/gi, '-').replace(/^-|-$/g, '')}.txt`
