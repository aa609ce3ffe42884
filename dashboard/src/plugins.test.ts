import { expect, it } from 'vitest'
import { dashboards } from './plugins.ts'

const manifests = import.meta.glob<{ svc: { widgets?: readonly string[] } }>('../../plugins/*/package.json', {
  eager: true,
  import: 'default',
})

it.each(dashboards)(
  'the widgets of $plugin are those of its manifest, which the server reads',
  ({ plugin, widgets = [] }) => {
    const { svc } = manifests[`../../plugins/${plugin}/package.json`] ?? {}
    expect(widgets.map(({ type }) => type).sort()).toEqual([...(svc?.widgets ?? [])].sort())
  },
)
