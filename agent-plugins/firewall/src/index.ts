import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import {
  BlocklistAdd,
  BlocklistConfirm,
  BlocklistRemove,
  BlocklistReset,
  BlocklistSync,
} from '@svc/plugin-firewall/wire'
import { parseNetwork } from '@svc/probe-target'
import { type BlockListTiming, blockListTiming, makeBlockList } from './block-list.ts'
import { config } from './config.ts'
import { chooseFilter } from './filter/choose-filter.ts'
import { type HostFiles, makeProtections } from './protection/read-protections.ts'

const capability = 'firewall_block'

export interface FirewallOptions {
  readonly timing?: Partial<BlockListTiming>
  /** other places of files of the host */
  readonly files?: HostFiles
}

/** Blocks addresses on this host, as the server says and as far as the host permits it. */
export const makeFirewallPlugin = ({ timing, files }: FirewallOptions = {}) =>
  defineAgentPlugin({
    id: 'firewall',
    config,
    async setup({ config: { firewall: settings }, log, serverUrl }) {
      if (process.platform !== 'linux') return { unavailable: { [capability]: 'it needs Linux' } }
      const invalid = settings.allow_list.find((text) => !parseNetwork(text))
      // Without knowing what is allowed, nothing may be blocked.
      if (invalid !== undefined) {
        return { unavailable: { [capability]: `firewall.allow_list: "${invalid}" is not an address or range` } }
      }
      const chosen = await chooseFilter(settings.backend)
      if ('reason' in chosen) return { unavailable: { [capability]: chosen.reason } }
      const blockList = makeBlockList({
        filter: chosen.filter,
        protections: makeProtections(serverUrl, settings.allow_list, files),
        log,
        timing: { ...blockListTiming, ...timing },
      })
      return {
        handlers: [
          handle(BlocklistSync, capability, ({ entries, confirm_seconds }, by) =>
            blockList.sync(entries, confirm_seconds, by),
          ),
          handle(BlocklistAdd, capability, ({ entry, confirm_seconds }, by) =>
            blockList.add(entry, confirm_seconds, by),
          ),
          handle(BlocklistRemove, capability, ({ id }, by) => blockList.remove(id, by)),
          handle(BlocklistReset, null, (_, by) => blockList.reset(by)),
          handle(BlocklistConfirm, null, ({ ids }) => blockList.confirm(ids)),
        ],
        connected: blockList.connected,
        close: blockList.close,
      }
    },
  })

export default makeFirewallPlugin()
