import { cn, useBrand } from '@svc/dashboard-sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A heartbeat line: the default logo. */
const Mark = ({ className }: { className?: string }): ReactNode => (
  <svg viewBox="0 0 24 24" className={cn('text-accent', className)} aria-hidden="true">
    <path
      d="M2 13.6h4.4l2-6.8 4 10.8 2.6-6 1.1 2H22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

/** Logo and site title at the top of the sidebar; links to the home page. */
export function BrandMark({ collapsed }: { collapsed: boolean }): ReactNode {
  const { title, logo_path: logo } = useBrand()
  return (
    <Link to="/" className="mx-2.5 flex h-14 shrink-0 items-center gap-2.5 overflow-hidden rounded-md px-2">
      {logo ? (
        <img src={logo} alt="" className="size-6 shrink-0 object-contain" />
      ) : (
        <Mark className="size-6 shrink-0" />
      )}
      <span className={cn('truncate font-semibold text-[1rem] tracking-tight', collapsed && 'sr-only')}>{title}</span>
    </Link>
  )
}
