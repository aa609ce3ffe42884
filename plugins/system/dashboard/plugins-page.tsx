import { Button, Card, EmptyState, ErrorState, PageHeader, Skeleton, usePageSearch, useT } from '@svc/dashboard-sdk'
import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pluginsPage } from './pages.ts'
import { InstallHint } from './plugins/install-hint.tsx'
import { PluginRow } from './plugins/plugin-row.tsx'
import { PluginsToolbar } from './plugins/plugins-toolbar.tsx'
import { countStates, sectionsOf } from './plugins/sections.ts'
import { SwitchDialog } from './plugins/switch-dialog.tsx'
import { SwitchNote } from './plugins/switch-note.tsx'
import { useSwitching } from './plugins/switching.ts'
import { useKeptPlace } from './plugins/use-kept-place.ts'
import { usePlugins, usePluginText } from './use-plugins.ts'

const placeholders = ['a', 'b', 'c', 'd']

/** What the server is made of, how it is doing, and a switch for each part. */
export default function PluginsPage(): ReactNode {
  const t = useT()
  const text = usePluginText()
  const [search, setSearch] = usePageSearch(pluginsPage)
  const { data, error, refetch } = usePlugins()
  const switching = useSwitching()
  useKeptPlace(switching?.applying === true)
  const [asked, setAsked] = useState<{ id: string; enabled: boolean }>()
  const shown = data?.map((plugin) => ({ plugin, ...text(plugin) }))
  const sections = shown && sectionsOf(shown, { q: search.q ?? '', state: search.state })
  const chosen = shown?.find(({ plugin }) => plugin.id === asked?.id)
  const filtered = Boolean(search.q?.trim() || search.state)
  const nobodyElse = !filtered && sections && !sections.some(({ origin }) => origin === 'third')

  return (
    <>
      <PageHeader title={t('plugins.title')} description={t('plugins.lead')} />
      <SwitchNote />
      {data && <PluginsToolbar search={search} onSearch={setSearch} counts={countStates(data)} />}
      {!data && error && !switching?.applying && (
        <Card flush>
          <ErrorState failure={error} onRetry={() => void refetch()} />
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
              {plugins.map((one) => (
                <PluginRow
                  key={one.plugin.id}
                  shown={one}
                  onSwitch={(enabled) => setAsked({ id: one.plugin.id, enabled })}
                />
              ))}
            </ul>
          </Card>
        ))}
        {nobodyElse && (
          <Card flush title={t('plugins.section.third.title')} description={t('plugins.section.third.none')}>
            <InstallHint />
          </Card>
        )}
      </div>
      {asked && chosen && data && (
        <SwitchDialog
          plugin={chosen.plugin}
          title={chosen.title}
          plugins={data}
          enabled={asked.enabled}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
