import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** Tabs with panels; the value is usually kept in the URL (`usePageSearch`). Inactive panels are not rendered. */
export function Tabs<T extends string>(props: {
  value: T
  onChange: (value: T) => void
  /** the accessible name of the row of tabs */
  label: string
  tabs: readonly { value: T; label: ReactNode; content: ReactNode }[]
}): ReactNode {
  const { value, onChange, label, tabs } = props
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Primitive.List aria-label={label} className="flex gap-5 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-transparent border-b-2 py-2 font-medium text-muted text-sm transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-5 outline-none">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
