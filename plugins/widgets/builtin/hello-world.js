/*
 * @svc-widget
 * {
 *   "id": "io.svc.hello-world",
 *   "version": "1.0.0",
 *   "name": "Hello world",
 *   "description": "The smallest widget module there is, to start from",
 *   "author": "svc",
 *   "category": "Status",
 *   "sizing": { "defaultW": 3, "defaultH": 2, "minW": 2, "minH": 1, "strategy": "free" },
 *   "sdkVersion": "^1.0.0"
 * }
 */
import { defineWidget, useServers, z } from '@svc/widget-sdk'
import { jsx, jsxs } from 'react/jsx-runtime'

const configSchema = z.object({
  greeting: z.string().max(60).default('Hello, world').describe('Greeting'),
})

function HelloWorld({ config }) {
  const servers = useServers()
  const online = servers.filter((server) => server.online).length
  return jsxs('div', {
    style: { display: 'grid', placeContent: 'center', gap: '0.25rem', height: '100%', textAlign: 'center' },
    children: [
      jsx('strong', { children: config.greeting }),
      jsx('span', { children: `${online} / ${servers.length}` }),
    ],
  })
}

export default defineWidget({ configSchema, component: HelloWorld })
