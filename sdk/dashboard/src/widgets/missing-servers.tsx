import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'

/** States how many of the selected servers no longer exist. */
export function MissingServers({ count }: { count: number }): ReactNode {
  const t = useT()
  return count > 0 && <p className="mt-2 text-faint text-xs">{t('sdk:server.missing', { count })}</p>
}
