import { PageHeader, useAllLabels, useSlot, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useEffect } from 'react'
import { BrandCard } from './brand/brand-card.tsx'
import { sectionId, useConfiguration } from './general/configuration.ts'
import { ConfigurationCards } from './general/configuration-cards.tsx'
import { SiteCard } from './general/site-card.tsx'
import { generalSections } from './pages.ts'

/** Everything that concerns the whole installation: its name and looks, sections of plugins, and the configuration. */
export default function GeneralPage(): ReactNode {
  const t = useT()
  const label = useAllLabels()
  const contributed = useSlot(generalSections, {})
  const configuration = useConfiguration()
  const sections: { id: string; title: string; content: ReactNode }[] = [
    { id: 'site', title: t('general.site'), content: <SiteCard /> },
    { id: 'brand', title: t('appearance.title'), content: <BrandCard /> },
    ...contributed.map((section) => ({
      id: section.id,
      title: label(section.plugin, section.title ?? ''),
      content: section.render({}),
    })),
    { id: sectionId, title: t('config.title'), content: <ConfigurationCards query={configuration} /> },
  ]
  useScrollToHash()
  return (
    <>
      <PageHeader title={t('general.title')} description={t('general.lead')} />
      <div className="gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,46rem)]">
        <nav aria-label={t('general.sections')} className="sticky top-18 self-start max-xl:hidden">
          <ul className="flex flex-col gap-px text-sm">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block rounded-md px-2.5 py-1.5 text-muted hover:bg-accent-soft hover:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex max-w-[46rem] flex-col gap-5">
          {sections.map(({ id, content }) => (
            <div key={id} id={id} className="scroll-mt-18">
              {content}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

/** `/settings/general#limits` and `/settings/appearance`: the section may not be there yet when the page opens. */
function useScrollToHash() {
  useEffect(() => {
    const { hash, pathname } = window.location
    const id = pathname.endsWith('/appearance') ? 'brand' : hash.slice(1)
    if (id) document.getElementById(id)?.scrollIntoView()
  }, [])
}
