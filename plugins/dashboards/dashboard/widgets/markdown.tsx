import { useT } from '@svc/dashboard-sdk'
import { defineWidget, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { Markdown, parseMarkdown } from './markdown/text.tsx'

function Content({ source }: { source: string }): ReactNode {
  const t = useT()
  const tokens = useMemo(() => parseMarkdown(source), [source])
  if (source.trim() === '') return <p className="text-muted text-sm">{t('markdown.empty')}</p>
  return (
    <div className="flex flex-col gap-2.5 break-words text-sm">
      <Markdown tokens={tokens} />
    </div>
  )
}

/** Renders a safe subset of Markdown. */
export default defineWidget({
  configSchema: z.object({ content: z.string().max(12_000).default('').describe('markdown.content') }),
  component: ({ config }) => <Content source={config.content} />,
})
