// /dash/settings: five tabs over one profile. Every panel stays in the page, so that nothing typed is lost between them.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LeaveQuestion } from '@/ui/leave-question'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { useAuthStore } from '../auth-store'
import { type MyProfile, profileQuery } from '../own-profile'
import { AppearanceTab } from './appearance-tab'
import { DataTab } from './data-tab'
import { ProfileTab } from './profile-tab'
import { ProviderTab } from './provider-tab'
import { SecurityTab } from './security-tab'
import { isTab, SETTINGS_TABS, type SettingsTab } from './settings-tabs'
import { useUnsaved } from './unsaved'

type SettingsScreenProps = {
  tab: SettingsTab
  onSelect: (tab: SettingsTab) => void
  /** After the account is gone. */
  onDeleted: () => void
}

export function SettingsScreen(props: SettingsScreenProps) {
  const { data, isPending, isFetching, refetch } = useQuery(profileQuery())
  return (
    <section className="mx-auto w-full max-w-3xl px-4 py-8 md:py-12">
      <h1 className="mb-5 text-3xl md:mb-7 md:text-4xl">Paramètres</h1>
      {isPending && <SettingsSkeleton />}
      {!isPending && !data && (
        <ErrorState title="Votre profil n'a pas pu être chargé." onRetry={refetch} busy={isFetching} />
      )}
      {data && <Settings {...props} profile={data} />}
    </section>
  )
}

function Settings({ profile, tab, onSelect, onDeleted }: SettingsScreenProps & { profile: MyProfile }) {
  const { unsaved, report } = useUnsaved()
  // Both the profile and the provider tab show it: one choice, wherever it is made and saved.
  const saved = profile.profile.activity ?? ''
  const [chosen, setChosen] = useState<string>()
  const activity = { value: chosen ?? saved, isChanged: (chosen ?? saved) !== saved, choose: setChosen }

  const names = unsaved.map((one) => `« ${SETTINGS_TABS[one]} »`).join(' et ')

  const panels = {
    profil: <ProfileTab profile={profile} activity={activity} report={report} />,
    prestataire: <ProviderTab profile={profile} activity={activity} report={report} />,
    securite: <SecurityTab username={profile.username} shown={tab === 'securite'} report={report} />,
    apparence: <AppearanceTab />,
    donnees: <DataTab username={profile.username} onDeleted={onDeleted} />,
  }
  return (
    <>
      <Tabs
        label="Paramètres"
        tabs={Object.entries(SETTINGS_TABS).map(([id, label]) => ({
          id,
          label,
          panel: panels[id as SettingsTab],
        }))}
        selected={tab}
        onSelect={(id) => isTab(id) && onSelect(id)}
      />
      {/* Without a session there is nothing left to save: the way to the login page must stay open. */}
      <LeaveQuestion mustAsk={() => unsaved.length > 0 && useAuthStore.getState().user !== null}>
        {`Vos modifications (${names}) seront perdues.`}
      </LeaveQuestion>
    </>
  )
}

function SettingsSkeleton() {
  return (
    <div className="grid gap-4">
      <LoadingStatus />
      <Skeleton className="h-13 rounded-2xl" />
      <Skeleton className="h-96 rounded-3xl" />
    </div>
  )
}
