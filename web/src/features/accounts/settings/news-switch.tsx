// News of the organisers one follows: wished for, or not.
import { useMutation } from '@tanstack/react-query'
import { Checkbox } from '@/ui/checkbox'
import { FormCard } from '@/ui/form-card'
import { type MyProfile, updateProfileMutation } from '../own-profile'

export function NewsSwitch({ profile }: { profile: MyProfile }) {
  const { mutate, isPending, variables } = useMutation(updateProfileMutation('Votre choix est enregistré.'))
  const isProved = !!profile.profile.email && profile.email_verified
  // At once as it was pressed; if it can't be saved, as it was before.
  const wished = isPending ? variables?.changes.news === 'true' : profile.news
  return (
    <FormCard
      title="Nouvelles par e-mail"
      lead="Une fois par semaine au plus : les nouveaux évènements des organisateurs que vous suivez."
    >
      <Checkbox
        label="Recevoir ces nouvelles"
        checked={wished}
        aria-busy={isPending || undefined}
        onChange={({ target }) => {
          if (!isPending) mutate({ changes: { news: target.checked ? 'true' : 'false' } })
        }}
      />
      {!isProved && (
        <p className="text-sm text-muted">
          {profile.profile.email
            ? 'Elles arriveront quand votre adresse e-mail sera vérifiée.'
            : 'Ajoutez une adresse e-mail à votre profil pour les recevoir.'}
        </p>
      )}
    </FormCard>
  )
}
