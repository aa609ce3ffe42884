import {
  Button,
  Card,
  CodeBlock,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pluginsPage } from './pages.ts'
import { usePendingSwitch } from './plugins/pending-switch.ts'
import { countStates, sectionsOf } from './plugins/plugin-list.ts'
import { PluginRow } from './plugins/plugin-row.tsx'
import { PluginsToolbar } from './plugins/plugins-toolbar.tsx'
import { SwitchDialog } from './plugins/switch-dialog.tsx'
import { SwitchNote } from './plugins/switch-note.tsx'
import { useScrollRestoration } from './plugins/use-scroll-restoration.ts'
import { usePlugins, usePluginText } from './use-plugins.ts'

const command = 'svc-server plugin add svc-plugin-<id>'

/** How to install a third-party plugin. */
function InstallHint(): ReactNode {
  const t = useT()
  return (
    <div className="flex flex-col gap-2.5 px-5 py-4">
      <p className="max-w-3xl text-muted text-sm">{t('plugins.install.text')}</p>
      <div className="max-w-xl">
        <CodeBlock text={command} label={t('plugins.install.label')} />
      </div>
    </div>
  )
}

const placeholders = ['a', 'b', 'c', 'd']

/** Lists, enables and disables plugins. */
export default function PluginsPage(): ReactNode {
  const t = useT()
  const text = usePluginText()
  const [search, setSearch] = usePageSearch(pluginsPage)
  const { data, error, refetch } = usePlugins()
  const pendingSwitch = usePendingSwitch()
  useScrollRestoration(pendingSwitch?.applying === true)
  const [requested, setRequested] = useState<{ id: string; enabled: boolean }>()
  const listed = data?.map((plugin) => ({ plugin, ...text(plugin) }))
  const sections = listed && sectionsOf(listed, { q: search.q ?? '', state: search.state })
  const selected = listed?.find(({ plugin }) => plugin.id === requested?.id)
  const filtered = Boolean(search.q?.trim() || search.state)
  const hasNoThirdParty = !filtered && sections && !sections.some(({ origin }) => origin === 'third')

  return (
    <>
      <PageHeader title={t('plugins.title')} description={t('plugins.lead')} />
      <SwitchNote />
      {data && <PluginsToolbar search={search} onSearch={setSearch} counts={countStates(data)} />}
      {!data && error && !pendingSwitch?.applying && (
        <Card flush>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {!data && !error && (
        <Card flush aria-busy>
          {placeholders.map((key) => (
            <div key={key} className="border-b px-5 py-5 last:border-b-0">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="mt-2 h-4 w-2/3" />
            </div>
          ))}
        </Card>
      )}
      <p role="status" className="sr-only">
        {filtered && sections
          ? t('plugins.found', { count: sections.reduce((sum, { plugins }) => sum + plugins.length, 0) })
          : ''}
      </p>
      {sections?.length === 0 && (
        <Card flush>
          <EmptyState
            icon={SearchX}
            title={t('plugins.noMatch')}
            action={
              <Button onClick={() => setSearch({ q: undefined, state: undefined })}>{t('audit.unfilter')}</Button>
            }
          />
        </Card>
      )}
      <div className="flex flex-col gap-5">
        {sections?.map(({ origin, plugins }) => (
          <Card
            key={origin}
            flush
            title={t(`plugins.section.${origin}.title`)}
            description={t(`plugins.section.${origin}.text`)}
          >
            <ul className="border-t">
              {plugins.map((item) => (
                <PluginRow
                  key={item.plugin.id}
                  listed={item}
                  onSwitch={(enabled) => setRequested({ id: item.plugin.id, enabled })}
                />
              ))}
            </ul>
          </Card>
        ))}
        {hasNoThirdParty && (
          <Card flush title={t('plugins.section.third.title')} description={t('plugins.section.third.none')}>
            <InstallHint />
          </Card>
        )}
      </div>
      {requested && selected && data && (
        <SwitchDialog
          plugin={selected.plugin}
          title={selected.title}
          plugins={data}
          enabled={requested.enabled}
          onClose={() => setRequested(undefined)}
        />
      )}
    </>
  )
}
