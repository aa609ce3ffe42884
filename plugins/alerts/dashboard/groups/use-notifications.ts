import { useApi } from '@svc/dashboard-sdk'
import type { Channel, ChannelTypeView, Group } from '@svc/plugin-alerts/contract'
import { channelsPath, channelTypesPath, groupsPath } from '../paths.ts'

export const useChannels = () => useApi<Channel[]>(channelsPath, { staleTime: 2000, refetchInterval: 15_000 })

export const useChannelTypes = () => useApi<ChannelTypeView[]>(channelTypesPath, { staleTime: 5000 })

export const useGroups = () => useApi<Group[]>(groupsPath, { staleTime: 2000 })
