import type { Translate } from '@svc/dashboard-sdk'

/** What the copy of a board is called; no longer than a name may be, whole characters only. */
export const copyName = (t: Translate, name: string): string =>
  t('conflict.copyName', { name: name.slice(0, 88).replace(/[\ud800-\udbff]$/, '') })
