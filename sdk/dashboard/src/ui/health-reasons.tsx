import type { HealthReason } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { cn } from '../cn.ts'
import { useCodedText } from '../coded-text.ts'
import { safePath } from '../safe-path.ts'

/** The sentence of a reason; nothing while its texts load. */
export function ReasonText({ reason }: { reason: HealthReason }): ReactNode {
  return (
    <Suspense>
      <Sentence reason={reason} />
    </Suspense>
  )
}

const Sentence = ({ reason }: { reason: HealthReason }) => useCodedText()(reason.text)

/** A path with a query as a target of the router. */
function targetOf(path: string) {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  return { to: pathname, search: Object.fromEntries(searchParams) } as { to: string }
}

const look =
  'figures relative z-1 inline-flex max-w-full items-center gap-1.5 rounded-sm px-2 py-0.5 font-medium text-sm'

/** Why a server is not healthy, each linked to what shows the cause. The links are no tab stops: the row is one. */
export function HealthReasons(props: { reasons: readonly HealthReason[]; className?: string }): ReactNode {
  const { reasons, className } = props
  return (
    <ul className={cn('flex flex-wrap gap-x-1.5 gap-y-1', className)}>
      {reasons.map((reason) => {
        const Icon = reason.level === 2 ? OctagonAlert : TriangleAlert
        const link = safePath(reason.link)
        const content = (
          <>
            <Icon className="size-3.5 shrink-0" aria-hidden />
            <span className="min-w-0 break-words">
              <Sentence reason={reason} />
            </span>
          </>
        )
        const tone = reason.level === 2 ? 'bg-danger/12 text-danger' : 'bg-warn/13 text-warn'
        return (
          // Without its texts it would be a link without a name.
          <Suspense key={`${reason.plugin} ${reason.id}`}>
            <li className="inline-flex max-w-full">
              {link ? (
                <Link {...targetOf(link)} tabIndex={-1} className={cn(look, tone, 'hover:underline')}>
                  {content}
                </Link>
              ) : (
                <span className={cn(look, tone)}>{content}</span>
              )}
            </li>
          </Suspense>
        )
      })}
    </ul>
  )
}
