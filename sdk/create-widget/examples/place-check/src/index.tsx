/*
 * @svc-widget
 * {
 *   "id": "io.svc.examples.place-check",
 *   "version": "1.0.0",
 *   "name": "Place database",
 *   "description": "How old the database of places is, and a button that fetches a newer one",
 *   "author": "svc",
 *   "category": "Status",
 *   "sizing": { "defaultW": 4, "defaultH": 2, "minW": 3, "minH": 2, "strategy": "free" },
 *   "sdkVersion": "^1.0.0"
 * }
 */
import { defineWidget, z } from '@svc/widget-sdk'
import { PlaceDatabase } from './place-database'

export default defineWidget({
  configSchema: z.object({
    oldAfterDays: z.int().min(1).default(45).describe('Old after days'),
  }),
  actions: [
    {
      id: 'check',
      label: 'Check for a newer one',
      confirm: {
        title: 'Fetch the newest database of places?',
        body: 'The server downloads it from its publisher and locates every server anew.',
      },
      run: ({ apiMutation }) => apiMutation('POST', '/api/geoip/download'),
    },
  ],
  component: ({ config, actions, isEditing }) => (
    <PlaceDatabase oldAfterDays={config.oldAfterDays}>{!isEditing && actions.render('check')}</PlaceDatabase>
  ),
})
