import { contribute, definePlugin } from '@svc/plugin-sdk'
import { type CredentialIssuer, credentialIssuers } from '../src/contract.ts'

/** A plugin that issues the token `phone of <user id>` to everybody. */
export const phones = (acts: Pick<CredentialIssuer, 'isValid' | 'revokeAll'>) =>
  definePlugin({
    id: 'phones',
    setup: () => ({
      contributes: contribute(credentialIssuers, {
        plugin: 'phones',
        find: (text) => {
          const [, userId] = /^phone of (.+)$/.exec(text) ?? []
          return userId === undefined ? undefined : { userId, credentialId: text, deadline: 4_000_000_000_000 }
        },
        ...acts,
      }),
    }),
  })
