import href from './organiser.css?url'

/** The styles of the organiser's space. React puts the link into the head once, and shows nothing before they are there. */
export function OrganiserStyles() {
  return <link rel="stylesheet" href={href} precedence="organiser" />
}
