import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { Badge } from './badge.tsx'

/**
 * The line below the name of an entry of a list: a text, and tags that filter the list. What does not fit wraps into a
 * second line that is cut off. Picking a tag is for the pointer, because a search finds tags too and a long list would
 * otherwise have several stops of the keyboard per entry.
 */
export function TagLine(props: {
  text: string | undefined
  /** says more than the text */
  title?: string | undefined
  tags: readonly string[]
  /** what picking a tag does */
  tagTitle: (tag: string) => string
  onTag: (tag: string) => void
  className?: string | undefined
}): ReactNode {
  const { text, title, tags, tagTitle, onTag, className } = props
  if (!text && tags.length === 0) return null
  return (
    <div
      className={cn('flex h-5 min-w-0 flex-wrap items-center gap-x-1 overflow-hidden text-faint text-xs', className)}
    >
      {text && (
        <span className="mr-0.5 max-w-full truncate leading-5" title={title}>
          {text}
        </span>
      )}
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          tabIndex={-1}
          onClick={() => onTag(tag)}
          title={tagTitle(tag)}
          className="relative z-1 inline-flex max-w-full rounded-xs"
        >
          <Badge className="hover:text-ink">
            <span className="truncate">{tag}</span>
          </Badge>
        </button>
      ))}
    </div>
  )
}
