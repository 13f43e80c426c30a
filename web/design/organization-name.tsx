/** An organization with its logo, or else with its first letter. To be placed in an element of class `organization`. */
export function OrganizationName({ name, logo }: { name: string; logo?: string | undefined }) {
  return (
    <>
      <span class="tile" aria-hidden="true">
        {logo === undefined ? [...name.toUpperCase()][0] : <img src={logo} alt="" />}
      </span>
      <span>{name}</span>
    </>
  );
}
