import { Dialog, EmptyState, type RegisteredWidget, SearchInput, Segmented, useT } from '@svc/dashboard-sdk'
import { ChartLine, Gauge, SearchX, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { widgetTexts } from '../frame/widget-texts.ts'

const categories = ['Real-time', 'Charts', 'Status'] as const
const icons = { 'Real-time': Gauge, Charts: ChartLine, Status: ShieldCheck }
type Category = 'all' | (typeof categories)[number]

/** Chooses the type of a new widget. */
export function WidgetPicker(props: {
  types: ReadonlyMap<string, RegisteredWidget>
  onPick: (type: RegisteredWidget) => void
  onClose: () => void
}): ReactNode {
  const { types, onPick, onClose } = props
  const t = useT('dashboards')
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<Category>('all')
  const text = query.trim().toLowerCase()
  const shown = [...types.values()]
    .map((type) => ({ type, ...widgetTexts(t, type) }))
    .filter(({ type }) => category === 'all' || type.category === category)
    .sort((a, b) => categories.indexOf(a.type.category) - categories.indexOf(b.type.category))
    .filter(({ name, description, type }) => `${name} ${description} ${type.type}`.toLowerCase().includes(text))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('picker.title')} width="lg">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput value={query} onChange={setQuery} placeholder={t('picker.search')} className="min-w-48 flex-1" />
        <Segmented<Category>
          value={category}
          onChange={setCategory}
          label={t('picker.category')}
          options={(['all', ...categories] as const).map((value) => ({ value, label: t(`picker.${value}`) }))}
        />
      </div>
      {shown.length === 0 && <EmptyState icon={SearchX} title={t('picker.none')} />}
      <ul className="grid gap-2 sm:grid-cols-2">
        {shown.map(({ type, name, description }) => {
          const Icon = icons[type.category]
          return (
            <li key={type.type}>
              <button
                type="button"
                onClick={() => onPick(type)}
                className="flex h-full w-full items-start gap-3 rounded-md bg-panel p-3 text-left shadow-panel hover:bg-accent-soft"
              >
                <Icon className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.6} aria-hidden />
                <span className="wrap-anywhere min-w-0">
                  <span className="block font-medium text-sm">{name}</span>
                  {description && <span className="mt-0.5 block text-muted text-xs">{description}</span>}
                  <span className="mt-1 block text-2xs text-faint">
                    {t('picker.size', { w: type.sizing.defaultW, h: type.sizing.defaultH })}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
