import { Badge, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/**
 * The tags of an entry; picking one filters by it. That is for the pointer: the search finds tags too, and a long list
 * would otherwise have several stops of the keyboard per entry.
 */
export function Tags({ tags, onPick }: { tags: readonly string[]; onPick: (tag: string) => void }): ReactNode {
  const t = useT()
  return tags.map((tag) => (
    <button
      key={tag}
      type="button"
      tabIndex={-1}
      onClick={() => onPick(tag)}
      title={t('tags.filter', { tag })}
      className="relative z-1 inline-flex rounded-xs"
    >
      <Badge className="hover:text-ink">{tag}</Badge>
    </button>
  ))
}
