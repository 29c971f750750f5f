//! Nobody keeps places from others by beginning to pay again and again.

use std::sync::Arc;

use domain::Currency;
use serde_json::json;

use crate::box_office::{audited, buyer, left, on_sale, pay, shown, wish, work};
use crate::on_both_engines;
use crate::support::{TestApp, TestEvent};

const FIFTEEN_MINUTES: i64 = 15 * 60;

on_both_engines! {
    async fn one_person_has_three_payments_under_way_at_most(app: TestApp) {
        let (event, kind) = on_sale(&app, 100).await;
        let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
        let first = grace.init_with_key(&app, "key-1", &wish(&kind, 20)).await.expect(200).json();
        let second = grace.init(&app, &kind, 20).await.expect(200).json();
        grace.init(&app, &kind, 20).await.expect(200);
        let refusal = json!({ "non_field_errors": [
            "Vous avez déjà 3 paiements en cours pour cet évènement : terminez-les ou attendez leur échéance."
        ] });
        assert_eq!(grace.init(&app, &kind, 1).await.expect(400).json(), refusal);
        assert_eq!(left(&app, event).await, 40);
        // The same request again is no further one, others have theirs, and elsewhere she has none.
        assert_eq!(grace.init_with_key(&app, "key-1", &wish(&kind, 20)).await.expect(200).json(), first);
        amani.init(&app, &kind, 20).await.expect(200);
        let owner = app.provider("Kivu", "0970000009", "Organisateur").await;
        let elsewhere = app.store(TestEvent::new(2, owner).places("Standard", 25, Currency::Usd, 5)).await;
        grace.init(&app, &shown(&app, elsewhere).await["id"].to_string(), 1).await.expect(200);

        let mut again = wish(&kind, 20);
        again["retry_of"] = first["payment_id"].clone();
        grace.post(&app, "/api/payments/init/", again).await.expect(200);
        assert_eq!(grace.init(&app, &kind, 1).await.expect(400).json(), refusal);
        pay(&app, &second, "0970000789").await;
        work(&app, 3).await;
        grace.init(&app, &kind, 1).await.expect(200);
        assert_eq!(grace.init(&app, &kind, 1).await.expect(400).json(), refusal, "one is paid for, one was begun");
        work(&app, FIFTEEN_MINUTES).await;
        let grace = grace.later(&app).await;
        grace.init(&app, &kind, 1).await.expect(200);
        assert_eq!(left(&app, event).await, 79, "twenty are hers");
        audited(&app).await;
    }

    async fn coming_ten_times_at_once_is_no_way_round_it(app: TestApp) {
        let (event, kind) = on_sale(&app, 100).await;
        let grace = Arc::new(buyer(&app, "Grace", "0990000001").await);
        let (app, kind) = (Arc::new(app), Arc::new(kind));
        let mut sending = tokio::task::JoinSet::new();
        for _ in 0..10 {
            let (app, grace, kind) = (app.clone(), grace.clone(), kind.clone());
            sending.spawn(async move { grace.init(&app, &kind, 1).await.status.as_u16() });
        }
        let mut answers = sending.join_all().await;
        answers.sort_unstable();
        assert_eq!(answers, [200, 200, 200, 400, 400, 400, 400, 400, 400, 400]);
        assert_eq!(left(&app, event).await, 97);
        audited(&app).await;
    }
}
