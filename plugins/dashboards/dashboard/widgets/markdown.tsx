import { useT } from '@svc/dashboard-sdk'
import { defineWidget, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { parseBlocks } from './markdown/blocks.ts'
import { Text } from './markdown/text.tsx'

function Markdown({ content }: { content: string }): ReactNode {
  const t = useT()
  const blocks = useMemo(() => parseBlocks(content), [content])
  if (blocks.length === 0) return <p className="text-muted text-sm">{t('markdown.empty')}</p>
  return (
    <div className="flex flex-col gap-2.5 break-words text-sm">
      {blocks.map((block, index) => (
        <Text key={String(index)} block={block} />
      ))}
    </div>
  )
}

/** Renders a safe subset of Markdown. */
export default defineWidget({
  configSchema: z.object({ content: z.string().max(12_000).default('').describe('markdown.content') }),
  component: ({ config }) => <Markdown content={config.content} />,
})
