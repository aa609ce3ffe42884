import { createECDH, randomBytes } from 'node:crypto'
import { definePages } from '@svc/e2e/pages'

/** What a browser sends when notifications are turned on in it. */
const subscription = (name: string) => ({
  endpoint: `https://push.example/${randomBytes(16).toString('hex')}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
  origin: 'https://svc.example',
  name,
  language: 'en',
})

export default definePages({
  async prepare({ admin }) {
    for (const name of ['Firefox on Linux', 'Safari on iPhone']) {
      await admin.send('POST', '/api/web-push/browsers', subscription(name))
    }
    return {}
  },
  pages: [{ name: 'push', path: '/settings/push', heading: ['Push notifications', '推送通知'] }],
})
