import type { Translate } from '@svc/dashboard-sdk'

/** The name of a copy, truncated to the maximum length without splitting a surrogate pair. */
export const copyName = (t: Translate, name: string): string =>
  t('conflict.copyName', { name: name.slice(0, 88).replace(/[\ud800-\udbff]$/, '') })
