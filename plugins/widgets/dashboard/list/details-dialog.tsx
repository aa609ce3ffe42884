import { CodeBlock, CopyButton, Dialog, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { InstalledModule } from '../module.ts'
import { StateMark } from './state-mark.tsx'

/** Details of a module. */
export function DetailsDialog({ module, onClose }: { module: InstalledModule; onClose: () => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { manifest } = module
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={manifest.name}
      {...(manifest.description ? { description: manifest.description } : {})}
    >
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2.5 text-sm">
        <Fact name={t('list.state')}>
          <StateMark module={module} />
        </Fact>
        <Fact name={t('details.id')}>
          <span className="wrap-anywhere font-mono text-xs">{module.id}</span>
        </Fact>
        <Fact name={t('details.version')}>{module.version}</Fact>
        <Fact name={t('details.author')}>{manifest.author ?? t('details.unknown')}</Fact>
        <Fact name={t('list.category')}>{t(`category.${manifest.category}`)}</Fact>
        <Fact name={t('list.source')}>{t(`source.${module.source_type}`)}</Fact>
        {module.source_url && (
          <Fact name={t('details.address')}>
            <span className="wrap-anywhere">{module.source_url}</span>
          </Fact>
        )}
        <Fact name={t('details.file')}>
          <span className="wrap-anywhere font-mono text-xs">{module.entry_path}</span>
        </Fact>
        <Fact name="SHA-256">
          <ShortHash hash={module.code_sha256} />
        </Fact>
        <Fact name={t('list.installed')}>
          <time dateTime={module.installed_at}>{format.dateTime(module.installed_at)}</time>
        </Fact>
        <Fact name={t('details.needs')}>
          <span className="font-mono text-xs">{manifest.sdkVersion}</span>
        </Fact>
      </dl>
      <h3 className="mt-6 mb-2 font-semibold text-sm">{t('details.manifest')}</h3>
      <CodeBlock text={JSON.stringify(manifest, null, 2)} label={t('details.manifest')} />
    </Dialog>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere min-w-0">{children}</dd>
  </div>
)

/** Shows the start of a SHA-256; copies all of it. */
export const ShortHash = ({ hash }: { hash: string }): ReactNode => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    <code data-tip={hash} className="font-mono text-xs">
      {hash.slice(0, 10)}
    </code>
    <CopyButton text={hash} />
  </span>
)
