import { useApi } from '@svc/dashboard-sdk'
import type { Channel, Group, LocalizedText } from '@svc/plugin-alerts/contract'
import { channelsPath, channelTypesPath, groupsPath } from '../paths.ts'

/** A channel type of a running plugin. */
export interface ChannelType {
  readonly type: string
  readonly name: LocalizedText
  /** why it cannot send, in English */
  readonly problem: string | null
  readonly problem_zh: string | null
}

export const useChannels = () => useApi<Channel[]>(channelsPath, { staleTime: 2000, refetchInterval: 15_000 })

export const useChannelTypes = () => useApi<ChannelType[]>(channelTypesPath, { staleTime: 5000 })

export const useGroups = () => useApi<Group[]>(groupsPath, { staleTime: 2000 })
