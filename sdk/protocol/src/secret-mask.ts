/** Placeholder the API returns for a stored secret. Sending it back keeps that secret. */
export const secretMask = '••••••••'

/** Masks the values of a query and the fragment: any of them may be a credential. The names are kept. */
export const maskQuery = (url: string): string =>
  url.replace(/[?#].*$/s, (end) =>
    end.replace(/([?&#])([^=&#]+=)?([^&#]*)/g, (_, sign: string, name = '', value = '') =>
      value === '' ? `${sign}${name}` : `${sign}${name}${secretMask}`,
    ),
  )
