import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { Badge } from './badge.tsx'

/**
 * A single line of text and tags below the name of a list entry. Overflow wraps into a hidden second line. Clicking a tag
 * filters the list; tags are not focusable, to keep keyboard navigation of long lists short (search finds tags, too).
 */
export function TagLine(props: {
  text: string | undefined
  /** tooltip of the text */
  title?: string | undefined
  tags: readonly string[]
  /** tooltip of a tag */
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
        <span className="mr-0.5 max-w-full truncate leading-5" data-tip={title}>
          {text}
        </span>
      )}
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          tabIndex={-1}
          onClick={() => onTag(tag)}
          data-tip={tagTitle(tag)}
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
