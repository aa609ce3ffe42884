import {
  EmptyState,
  PageHeader,
  PageLink,
  SearchInput,
  type SettingsSection,
  settingsPage,
  settingsSections,
  useAllLabels,
  usePageSearch,
  useSession,
  useT,
} from '@svc/dashboard-sdk'
import { RegistryContext } from '@svc/dashboard-sdk/host'
import { SearchX } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { type SettingsNavPage, settingsPages } from './navigation.ts'

/** All settings pages by section, with search. */
export default function SettingsPage(): ReactNode {
  const t = useT('shell')
  const label = useAllLabels()
  const [{ q }, setSearch] = usePageSearch(settingsPage)
  const registry = useContext(RegistryContext)
  const { me } = useSession()
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ plugin, item, entry }: SettingsNavPage) => {
    const section = t(`settings.section.${entry.section}`)
    const text = [label(plugin, item.title), label(plugin, entry.hint), section].join(' ').toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = settingsPages(registry, me).filter(matches)
  const sections = settingsSections
    .map((section) => ({ section, pages: found.filter(({ entry }) => entry.section === section) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <>
      <PageHeader
        title={t('settings.title')}
        actions={
          <SearchInput value={q} onChange={(next) => setSearch({ q: next })} placeholder={t('settings.search')} />
        }
      />
      <p role="status" className="sr-only">
        {q && t('settings.found', { count: found.length })}
      </p>
      {sections.length === 0 ? (
        <div className="panel">
          <EmptyState icon={SearchX} title={t('settings.none')} description={t('settings.noneHint')} />
        </div>
      ) : (
        sections.map(({ section, pages }) => <Section key={section} section={section} pages={pages} />)
      )}
    </>
  )
}

function Section({ section, pages }: { section: SettingsSection; pages: readonly SettingsNavPage[] }) {
  const t = useT('shell')
  const label = useAllLabels()
  return (
    <section className="mb-7" aria-labelledby={`settings-${section}`}>
      <h2 id={`settings-${section}`} className="mb-2.5 font-semibold text-[1rem]">
        {t(`settings.section.${section}`)}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {pages.map(({ plugin, item, entry }) => (
          <li key={item.id} className="panel relative flex gap-3.5 p-4 transition-shadow hover:shadow-pop">
            <entry.icon className="mt-0.5 size-4.5 shrink-0 text-accent" strokeWidth={1.8} aria-hidden />
            <div className="min-w-0">
              <PageLink
                page={item}
                params={undefined}
                className="rounded-xs font-medium after:absolute after:inset-0 hover:text-accent"
              >
                {label(plugin, item.title)}
              </PageLink>
              <p className="mt-0.5 text-muted text-sm">{label(plugin, entry.hint)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
