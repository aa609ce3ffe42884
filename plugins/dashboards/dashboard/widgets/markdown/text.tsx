import { Fragment, type ReactNode } from 'react'
import type { Block, List } from './blocks.ts'
import type { Inline } from './inline.ts'

// The parts of a text have no identity other than their index.
const listed = <T,>(items: readonly T[], show: (item: T) => ReactNode) =>
  items.map((item, index) => <Fragment key={String(index)}>{show(item)}</Fragment>)

/** Renders inline elements; text never becomes HTML. */
const Line = ({ parts }: { parts: readonly Inline[] }): ReactNode =>
  listed(parts, (part) => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'code':
        return <code className="rounded-xs bg-sunken px-1 py-0.5 font-mono text-[0.9em]">{part.text}</code>
      case 'bold':
        return (
          <strong className="font-semibold">
            <Line parts={part.parts} />
          </strong>
        )
      case 'italic':
        return (
          <em>
            <Line parts={part.parts} />
          </em>
        )
      case 'link':
        return (
          <a
            href={part.to}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline underline-offset-2 hover:text-accent-hover"
          >
            <Line parts={part.parts} />
          </a>
        )
    }
  })

// The page has the h1, and the widget may have an h2.
const headings = { 1: 'h3', 2: 'h4', 3: 'h5' } as const
const sizes = { 1: 'font-semibold text-lg', 2: 'font-semibold text-[1rem]', 3: 'font-semibold text-sm' } as const

function Entries({ list: { isOrdered, start, entries } }: { list: List }): ReactNode {
  const shown = listed(entries, ({ parts, lists }) => (
    <li>
      <Line parts={parts} />
      {listed(lists, (inner) => (
        <Entries list={inner} />
      ))}
    </li>
  ))
  if (!isOrdered) return <ul className="list-disc pl-5">{shown}</ul>
  return (
    <ol className="list-decimal pl-6" {...(start === 1 ? {} : { start })}>
      {shown}
    </ol>
  )
}

export function Text({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = headings[block.level]
      return (
        <Heading className={sizes[block.level]}>
          <Line parts={block.parts} />
        </Heading>
      )
    }
    case 'code':
      return (
        <pre className="whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 font-mono text-xs">
          <code>{block.text}</code>
        </pre>
      )
    case 'list':
      return <Entries list={block} />
    case 'paragraph':
      return (
        <p>
          {listed(block.lines, (line) => (
            <>
              <Line parts={line} />
              <br />
            </>
          ))}
        </p>
      )
  }
}
