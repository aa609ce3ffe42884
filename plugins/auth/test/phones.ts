import { contribute, definePlugin } from '@svc/plugin-sdk'
import { type CredentialIssuer, credentialIssuers } from '../src/contract.ts'

/** A plugin that accepts `phone of <user id>` as a token of any user. */
export const phones = (methods: Pick<CredentialIssuer, 'isValid' | 'revokeAll'>) =>
  definePlugin({
    id: 'phones',
    setup: () => ({
      contributes: contribute(credentialIssuers, {
        plugin: 'phones',
        find: (text) => {
          const [, userId] = /^phone of (.+)$/.exec(text) ?? []
          return userId === undefined ? undefined : { userId, credentialId: text, deadline: 4_000_000_000_000 }
        },
        ...methods,
      }),
    }),
  })
