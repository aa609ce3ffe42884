import type { PluginView } from '@svc/plugin-system/contract'

/** A running, optional, bundled plugin. */
export const view = (id: string, more: Partial<PluginView> = {}): PluginView => ({
  id,
  title: id,
  description: '',
  version: '1.0.0',
  state: 'running',
  required: false,
  bundled: true,
  locked: false,
  reason: null,
  requires: [],
  provides: [],
  tables: [],
  jobs: [],
  dashboard: null,
  ...more,
})
