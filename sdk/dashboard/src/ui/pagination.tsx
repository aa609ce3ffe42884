import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { useFormat } from '../use-format.ts'
import { IconButton } from './icon-button.tsx'

/** The current page (from 1), page size and number of rows. */
export interface Pages {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** Page navigation; renders nothing for a single page. */
export function Pagination({ page, size, total, onPage, className }: Pages & { className?: string }): ReactNode {
  const t = useT('sdk')
  const format = useFormat()
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1) return null
  const from = (page - 1) * size + 1
  const to = Math.min(total, page * size)
  const [a, b, c] = [from, to, total].map((value) => format.number(value))
  return (
    <nav
      className={cn('flex items-center justify-between gap-3 border-t px-5 py-2', className)}
      aria-label={t('table.page', { page, pages })}
    >
      <span className="figures text-faint text-xs">{t('table.range', { from: a, to: b, total: c })}</span>
      <span className="flex gap-1">
        <IconButton label={t('table.previous')} size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton label={t('table.next')} size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </span>
    </nav>
  )
}
