import { Badge, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** The tags of a server; beyond `most` they are counted. With `onPick` each is a button that filters by it. */
export function Tags(props: { tags: readonly string[]; most?: number; onPick?: (tag: string) => void }): ReactNode {
  const { tags, most = tags.length, onPick } = props
  const t = useT()
  const shown = tags.slice(0, most)
  const rest = tags.slice(most)
  return (
    <>
      {shown.map((tag) =>
        onPick ? (
          <button
            key={tag}
            type="button"
            onClick={() => onPick(tag)}
            aria-label={t('tags.filter', { tag })}
            className="relative z-1 inline-flex min-w-0 rounded-xs"
          >
            <Badge className="hover:text-ink">
              <span className="truncate">{tag}</span>
            </Badge>
          </button>
        ) : (
          <Badge key={tag}>{tag}</Badge>
        ),
      )}
      {rest.length > 0 && (
        <Badge title={rest.join(', ')}>
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">{rest.join(', ')}</span>
        </Badge>
      )}
    </>
  )
}
