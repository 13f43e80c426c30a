import { Icon } from '../design/icon.tsx';
import { front } from '../text/front.ts';
import { useText } from '../text/language.tsx';

const SERVER = `curl ${location.origin}/api/v2/organization/whitelabel/model/create \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"email":"anna@company.example","isDevelopment":true}'

{"success":true,"modelId":"mdl_…","status":"onboarding",
 "signedUrl":"${location.origin}/auth/social?token=…"}`;

const PAGE = `<script src="${location.origin}/embed.js"></script>

<headshots-studio src="${location.origin}/auth/social?token=…"></headshots-studio>`;

/** The steps by which a partner shows the studio in an application of its own. */
export function Partners() {
  const text = useText(front).partners;
  return (
    <section class="stack part split" id="partners">
      <div>
        <p class="part-label">{text.label}</p>
        <h2>{text.title}</h2>
        <p class="lead">{text.lead}</p>
        <ul class="checks">
          {text.points.map((point) => (
            <li key={point}>
              <Icon name="check" />
              {point}
            </li>
          ))}
        </ul>
        <p class="beside ways">
          <a class="primary" href="/docs">
            {text.action}
          </a>
        </p>
      </div>
      <div class="stack samples">
        <Sample title={text.server} code={SERVER} />
        <Sample title={text.page} code={PAGE} />
      </div>
    </section>
  );
}

function Sample({ title, code }: { title: string; code: string }) {
  return (
    <figure class="card sample">
      <figcaption>{title}</figcaption>
      <pre>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
