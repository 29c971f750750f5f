//! A semaphore that serves its users in turns (fair queuing, <https://en.wikipedia.org/wiki/Fair_queuing>): each key waits in
//! a line of its own, and a permit that comes back goes to the next key. Where too many wait, the key that has most of
//! them waiting gives way, so nobody takes more than a part while others wait.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::Error;

/// A cheap handle; clones share the queue.
pub struct FairQueue<K: Eq + Hash + Clone>(Arc<Mutex<Lines<K>>>);

struct Lines<K: Eq + Hash + Clone> {
    /// Permits that nobody has.
    free: usize,
    most_waiting: usize,
    waiting: usize,
    /// The keys that wait, in the order of their turns.
    turns: VecDeque<K>,
    lines: HashMap<K, VecDeque<oneshot::Sender<Permit<K>>>>,
}

/// The right to go on, passed to the next in turn when it is dropped.
pub struct Permit<K: Eq + Hash + Clone>(Option<FairQueue<K>>);

impl<K: Eq + Hash + Clone> Clone for FairQueue<K> {
    fn clone(&self) -> FairQueue<K> {
        FairQueue(self.0.clone())
    }
}

impl<K: Eq + Hash + Clone> FairQueue<K> {
    pub fn new(permits: usize, most_waiting: usize) -> FairQueue<K> {
        let (turns, lines) = (VecDeque::new(), HashMap::new());
        FairQueue(Arc::new(Mutex::new(Lines { free: permits, most_waiting, waiting: 0, turns, lines })))
    }

    /// Waits for a turn. Answers [`Error::Busy`] where too many wait and no other key has more of them.
    pub async fn acquire(&self, key: &K) -> Result<Permit<K>, Error> {
        let turn = {
            let mut lines = self.locked();
            if lines.free > 0 {
                lines.free -= 1;
                return Ok(Permit(Some(self.clone())));
            }
            lines.make_room_for(key)?;
            lines.join(key)
        };
        // Who is refused after all has had its place given to another key.
        turn.await.map_err(|_| Error::Busy)
    }

    /// Gives a permit to the next who still waits.
    fn pass_on(self) {
        let mut lines = self.locked();
        let mut permit = Permit(Some(self.clone()));
        while let Some(next) = lines.next_in_turn() {
            match next.send(permit) {
                Ok(()) => return,
                Err(unclaimed) => permit = unclaimed,
            }
        }
        permit.0 = None;
        lines.free += 1;
    }

    fn locked(&self) -> MutexGuard<'_, Lines<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Clone> Lines<K> {
    /// Makes room for one more of this key: by who has left, or else by the newest of the key that has the longest line.
    fn make_room_for(&mut self, key: &K) -> Result<(), Error> {
        if self.waiting < self.most_waiting {
            return Ok(());
        }
        self.forget_gone();
        if self.waiting < self.most_waiting {
            return Ok(());
        }
        let own = self.lines.get(key).map_or(0, VecDeque::len);
        let longest = self.lines.values_mut().max_by_key(|line| line.len()).filter(|line| line.len() > own + 1);
        longest.ok_or(Error::Busy)?.pop_back();
        self.waiting -= 1;
        Ok(())
    }

    fn forget_gone(&mut self) {
        self.lines.retain(|_, line| {
            line.retain(|waiting| !waiting.is_closed());
            !line.is_empty()
        });
        self.turns.retain(|key| self.lines.contains_key(key));
        self.waiting = self.lines.values().map(VecDeque::len).sum();
    }

    fn join(&mut self, key: &K) -> oneshot::Receiver<Permit<K>> {
        let (sender, turn) = oneshot::channel();
        let line = self.lines.entry(key.clone()).or_default();
        if line.is_empty() {
            self.turns.push_back(key.clone());
        }
        line.push_back(sender);
        self.waiting += 1;
        turn
    }

    fn next_in_turn(&mut self) -> Option<oneshot::Sender<Permit<K>>> {
        let key = self.turns.pop_front()?;
        let line = self.lines.get_mut(&key)?;
        let next = line.pop_front();
        if line.is_empty() {
            self.lines.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        self.waiting -= 1;
        next
    }
}

impl<K: Eq + Hash + Clone> Drop for Permit<K> {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::task::JoinHandle;

    /// Joins a line, and is in it when this returns.
    async fn joins(queue: &FairQueue<u8>, key: u8) -> JoinHandle<Result<Permit<u8>, Error>> {
        let queue = queue.clone();
        let joining = tokio::spawn(async move { queue.acquire(&key).await });
        tokio::task::yield_now().await;
        joining
    }

    #[tokio::test]
    async fn who_waits_is_served_in_turns_by_key() {
        let queue = FairQueue::new(1, 10);
        let mut permit = queue.acquire(&1).await.unwrap();
        let mut first = Vec::new();
        for _ in 0..4 {
            first.push(joins(&queue, 1).await);
        }
        let second = joins(&queue, 2).await;
        // One of the first key was before it, and no more.
        drop(permit);
        permit = first.remove(0).await.unwrap().unwrap();
        assert!(!second.is_finished());
        drop(permit);
        permit = second.await.unwrap().unwrap();
        assert!(first.iter().all(|waiting| !waiting.is_finished()));
        drop(permit);
        for waiting in first {
            drop(waiting.await.unwrap().unwrap());
        }
        assert_eq!(queue.locked().free, 1);
    }

    #[tokio::test]
    async fn a_full_queue_makes_room_for_who_has_few_waiting() {
        let queue = FairQueue::new(1, 4);
        let permit = queue.acquire(&1).await.unwrap();
        let mut first = Vec::new();
        for _ in 0..4 {
            first.push(joins(&queue, 1).await);
        }
        assert!(matches!(queue.acquire(&1).await, Err(Error::Busy)));
        let second = joins(&queue, 2).await;
        assert!(matches!(first.pop().unwrap().await.unwrap(), Err(Error::Busy)), "the newest gives way");
        let also_second = joins(&queue, 2).await;
        assert!(first.pop().unwrap().await.unwrap().is_err());
        assert!(matches!(queue.acquire(&2).await, Err(Error::Busy)), "each has half");
        drop(permit);
        let (another, one) = (first.pop().unwrap(), first.pop().unwrap());
        // In the order of their turns: who is served keeps the permit until it is dropped here.
        for waiting in [one, second, another, also_second] {
            drop(waiting.await.unwrap().unwrap());
        }
        let lines = queue.locked();
        assert_eq!((lines.free, lines.waiting), (1, 0));
    }

    #[tokio::test]
    async fn who_has_left_keeps_no_place() {
        let queue = FairQueue::new(1, 1);
        let permit = queue.acquire(&1).await.unwrap();
        let gone = joins(&queue, 1).await;
        gone.abort();
        assert!(gone.await.is_err());
        let next = joins(&queue, 2).await;
        drop(permit);
        drop(next.await.unwrap().unwrap());
        assert_eq!(queue.locked().free, 1);
    }
}
